import type { RuntimeServices } from '../services/index.ts';
import type { Finding } from './run-checks.ts';

/** Whether what people have follows from their bills, and these from the journal. */
export async function checkLedger({ verifyLedger }: Pick<RuntimeServices, 'verifyLedger'>): Promise<Finding> {
  const { balances, entries, faults } = await verifyLedger();
  return faults.length === 0
    ? { isFine: true, found: `${entries} entries and ${balances} balances agree` }
    : { isFine: false, found: faults.join('; ') };
}
