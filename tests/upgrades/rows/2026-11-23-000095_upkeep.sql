UPDATE upkeep SET turn = 5, due_at = @+1d;
