export { type Fetch, fetchThrough } from './fetch-through.ts';
export { INTERNET_METHODS, type InternetDoor } from './internet.ts';
export { internetThrough } from './internet-through.ts';
export { createOutgoing, type Outgoing, type PinnedRequest } from './outgoing.ts';
export type { OutgoingFetch } from './outgoing-fetch.ts';
