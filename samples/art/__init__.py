"""Our own printed art, drawn anew from a seed: pictures of plants and animals, terrain, chits, houses."""
