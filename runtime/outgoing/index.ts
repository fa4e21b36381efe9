export { type Fetch, fetchThrough } from './fetch-through.ts';
export { createOutgoingFetch, type OutgoingFetch, type OutgoingOptions } from './outgoing-fetch.ts';
