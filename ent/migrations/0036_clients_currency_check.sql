-- Alone, so that it reads the clients while others write them.
ALTER TABLE clients VALIDATE CONSTRAINT clients_currency_check;
