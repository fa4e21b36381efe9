import { createClient, dictionary } from '@waypost/host-sdk';

/** A caller without a session: the page's own waits for what this one brings. */
export const guest = createClient({ token: () => undefined, locale: () => dictionary.language });
