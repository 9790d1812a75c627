DROP INDEX mails_unsent_of_address;
