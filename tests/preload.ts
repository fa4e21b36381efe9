import { configureGlobal } from 'fast-check';
import { settleWritesOfDeadSockets } from '../runtime/storage/settle-writes.ts';

/**
 * The seed of every property test that names none, so that each run of the suite tries the same examples and a
 * failure is one that everybody can repeat. `WAYPOST_TEST_SEED=random` looks for new ones.
 */
const SEED = 20_261_121;

const wanted = process.env.WAYPOST_TEST_SEED;
if (wanted !== 'random') configureGlobal({ seed: wanted === undefined ? SEED : Number(wanted) });

// Tests kill stores under their own clients, too.
settleWritesOfDeadSockets();
