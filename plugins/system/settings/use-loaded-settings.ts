import type { BodyOf, CallDefinition } from '@waypost/contract';
import { useCall } from '@waypost/host-sdk';
import { useState } from 'react';

/**
 * Reads the settings of a screen. `round` is the key of its form: it begins anew with what was saved, and never under
 * somebody's hands because another one has saved.
 */
export function useLoadedSettings<C extends CallDefinition>(call: C, body: BodyOf<C>) {
  const found = useCall(call, body);
  const [round, setRound] = useState(0);
  const beginAnew = () => setRound((before) => before + 1);
  return { ...found, round, beginAnew, reload: () => void found.refetch().then(beginAnew) };
}
