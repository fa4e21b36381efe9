export { type StoreCommand, socketUri, storeCommand } from './command.ts';
