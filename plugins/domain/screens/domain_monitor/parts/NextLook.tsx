import { Absent, RelativeTime, useWords } from '@waypost/host-sdk';

/** When a domain is looked at next; one whose time has come waits for the next round. */
export function NextLook({ time }: { time: string | null }) {
  const words = useWords();
  if (time === null) return <Absent />;
  if (Date.parse(time) <= Date.now()) return words('domain.watch.soon');
  return <RelativeTime value={time} mayLieAhead />;
}
