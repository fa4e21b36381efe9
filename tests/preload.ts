import { afterAll } from 'bun:test';
import { configureGlobal } from 'fast-check';
import { settleWritesOfDeadSockets } from '../runtime/storage/settle-writes.ts';
import { closeShared } from './share.ts';

/**
 * The seed of every property test that names none, so that each run of the suite tries the same examples and a
 * failure is one that everybody can repeat. `WAYPOST_TEST_SEED=random` looks for new ones.
 */
const SEED = 20_261_121;

const wanted = process.env.WAYPOST_TEST_SEED;
if (wanted !== 'random') configureGlobal({ seed: wanted === undefined ? SEED : Number(wanted) });

// Tests kill stores under their own clients, too.
settleWritesOfDeadSockets();

/** Milliseconds to end a product and a browser on a busy machine. */
const CLOSE_LIMIT = 60_000;
// A hook of the preload runs behind the last file of the process.
afterAll(closeShared, CLOSE_LIMIT);
