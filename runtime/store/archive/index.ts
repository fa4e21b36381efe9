export { FILE_NAME } from '../storage/connection.ts';
export { describeIndexes } from '../storage/describe-indexes.ts';
export { type Document, decodeDocument, type Value } from '../value/index.ts';
export { checkStore, type StoreReport } from './check-store.ts';
export { copyStore } from './copy-store.ts';
export { openSnapshot, type StoreSnapshot } from './read-snapshot.ts';
export { renewCollections } from './renew-collection.ts';
