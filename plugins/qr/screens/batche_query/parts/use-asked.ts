import { useUser } from '@waypost/host-sdk';
import { useState } from 'react';

/** What was asked last, by account: whoever has looked at one of the codes comes back to the list. It is too long for an address. */
const asked = new Map<string, string>();

/** The lines that were looked up last; empty: none yet. */
export function useAsked(): [lines: string, ask: (lines: string) => void] {
  const account = useUser()?.id ?? '';
  const [lines, setLines] = useState(() => asked.get(account) ?? '');
  return [
    lines,
    (next) => {
      asked.set(account, next);
      setLines(next);
    },
  ];
}
