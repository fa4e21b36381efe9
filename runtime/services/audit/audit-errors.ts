import { defineError } from '@waypost/contract';

/** The audit log is not whole: nothing is taken away from what shows it. */
export const auditChainBroken = defineError({ code: 'audit_chain_broken', status: 409, params: ['entry'] });
