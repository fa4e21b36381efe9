import type { AuditLog } from '../services/index.ts';
import type { Command } from './command.ts';

type Broken = Extract<Awaited<ReturnType<AuditLog['verify']>>, { isIntact: false }>;

const FAULTS: Readonly<Record<Broken['fault'], string>> = {
  changed: 'is not what was written',
  removed: 'follows what was taken out, or is missing itself',
  inserted: 'was put in afterwards',
};

/** The first entry of a log that does not fit, for people. */
export function chainFaultText({ seq, fault }: Broken): string {
  return `changed at entry ${seq}: it ${FAULTS[fault]}`;
}

/** Milliseconds between two lines about how far it is. */
const TELL_MS = 5_000;

export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Looks whether anything in the audit log was changed, taken out or put in; exit 1 when so',
  options: {},
  async run({ services: open, say }) {
    const { auditLog } = await open();
    let told = performance.now();
    const verdict = await auditLog.verify({
      progress: (done, newest) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        say(`${done} of ${newest} entries`);
      },
    });
    if (verdict.isIntact)
      return {
        value: { is_intact: true, entries: verdict.entries },
        lines: [`${verdict.entries} entries, chain intact`],
      };
    const { seq, fault } = verdict;
    return {
      value: { is_intact: false, broken_at: seq, fault },
      lines: [chainFaultText(verdict)],
      hasFailed: true,
    };
  },
};
