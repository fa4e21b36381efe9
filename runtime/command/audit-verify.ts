import type { AuditLog } from '../services/index.ts';
import type { Command } from './command.ts';

type Verdict = Awaited<ReturnType<AuditLog['verify']>>;
type Broken = Extract<Verdict, { isIntact: false }>;
type Whole = Extract<Verdict, { isIntact: true }>;

const FAULTS: Readonly<Record<Broken['fault'], string>> = {
  changed: 'is not what was written',
  removed: 'follows what was taken out, or is missing itself',
  inserted: 'was put in afterwards',
  forged: 'ends what was removed as old, but this installation (SECRET_KEY) did not sign for it',
};

/** The first entry of a log that does not fit, for people. */
export function chainFaultText({ seq, fault }: Broken): string {
  return `changed at entry ${seq}: it ${FAULTS[fault]}`;
}

/** That all of a log fits, for people. */
export function wholeChainText({ entries, removed }: Whole): string {
  const cut =
    removed === undefined ? '' : `; those up to ${removed} were removed as old, with a signed checkpoint`;
  return `${entries} entries, chain intact${cut}`;
}

const removedOf = ({ removed }: Whole) => (removed === undefined ? {} : { removed });

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
        value: { is_intact: true, entries: verdict.entries, ...removedOf(verdict) },
        lines: [wholeChainText(verdict)],
      };
    const { seq, fault } = verdict;
    return {
      value: { is_intact: false, broken_at: seq, fault },
      lines: [chainFaultText(verdict)],
      hasFailed: true,
    };
  },
};
