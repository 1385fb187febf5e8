"""How the networks of vision/models were trained. Needs requirements.txt of this folder; nothing else imports it."""
