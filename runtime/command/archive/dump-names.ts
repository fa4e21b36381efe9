/** Characters that mongodump writes as %XX in the names of its files, because some file systems refuse them. */
const ESCAPED = /[/\\:*?"<>|%\0]/g;

/** A collection's name as a file name, as mongodump and mongorestore have it. */
export function fileNameOf(collection: string): string {
  return collection.replace(
    ESCAPED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** The collection that such a file holds. */
export function collectionNameOf(fileName: string): string {
  return decodeURIComponent(fileName);
}
