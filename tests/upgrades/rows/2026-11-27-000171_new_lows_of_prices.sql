-- A watch that was begun anew waits for a new low; an event of one told of a low.
UPDATE watches SET condition = 'new_low', percent = NULL, reference_minor = 50990, last_price_minor = 50490, restarts = 1 WHERE no = 2;
UPDATE events SET condition = 'new_low', restarts = 1 WHERE id = 'd6ecb7f8-3fc4-5219-a15d-4ffeeb822da5';
