"""What people see: thin pages over `scoring` and `vision`; one store keeps what was entered."""
