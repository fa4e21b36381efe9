import { z } from 'zod';

// zod probes for `eval` otherwise, which the content security policy reports as a violation. A module of its own, because
// others parse while they are loaded: the stored session, for one.
z.config({ jitless: true });
