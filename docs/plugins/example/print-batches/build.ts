import { buildPlugin } from '@waypost/host-sdk/build';

/** Builds the pages into dist/. What the page shares (React, the SDK, zod) is settled there and cannot be got wrong. */
await buildPlugin(import.meta.dirname);
