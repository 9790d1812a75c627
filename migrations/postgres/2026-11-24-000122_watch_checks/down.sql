-- forgets which watches are still to be looked at: those of a change for a whole store whose look is not done yet
-- follow only with the next change of their products
DROP TABLE watch_checks;
