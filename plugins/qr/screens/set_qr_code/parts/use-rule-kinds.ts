import { PLUGINS_TOPIC } from '@waypost/contract';
import { useCall, useTopic } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { ruleKindsCall } from '../../qr_code_list/calls.ts';

/** Kinds of rules that there are now: asked again when a plugin is switched while the form is open. */
export function useRuleKinds() {
  const query = useCall(ruleKindsCall, {});
  const { refetch } = query;
  const { isLive } = useTopic(PLUGINS_TOPIC, () => void refetch());
  useEffect(() => {
    // Switched between the answer and the first event. Shares an answer that is still on its way.
    if (isLive) void refetch({ cancelRefetch: false });
  }, [isLive, refetch]);
  return query;
}
