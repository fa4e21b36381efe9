import { Database } from 'bun:sqlite';

/**
 * Gives collections of a copied file new UUIDs, as those have that an import makes: by them a copy is told apart from what it was
 * made of. Nobody else has the file open.
 */
export const renewCollections = (file: string, name: string): void => {
  const database = new Database(file);
  try {
    database.run('UPDATE collections SET uuid = randomblob(16) WHERE name = ?', [name]);
  } finally {
    database.close();
  }
};
