-- A watch waits until a product can be had.
UPDATE watches SET condition = 'back_in_stock', target = 0, each_time = true WHERE no = 2;
