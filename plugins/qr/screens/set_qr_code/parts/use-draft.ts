import { useClient, useFaultText } from '@waypost/host-sdk';
import { useEffect, useMemo, useState } from 'react';
import { draftCall } from '../../qr_code_list/calls.ts';

/** Milliseconds of quiet typing before the server is asked. */
const TYPING_PAUSE_MS = 300;

export interface Draft {
  short_code: string;
  short_url: string;
  sample_url: string;
}

export interface DraftState {
  draft: Draft | undefined;
  /** Why the wanted short code cannot be had. */
  problem: string | undefined;
}

/**
 * The addresses that a code will have: of the wanted short code, or of a free one that the server proposes once.
 * The last ones stay while a wanted code is being looked up or cannot be had.
 */
export function useDraft(wanted: string, isPossible: boolean): DraftState {
  const client = useClient();
  const faultText = useFaultText();
  const [proposed, setProposed] = useState<Draft>();
  const [chosen, setChosen] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  const hasProposal = proposed !== undefined;

  useEffect(() => {
    setProblem(undefined);
    if (wanted === '') setChosen(undefined);
    if (!isPossible || (wanted === '' && hasProposal)) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const body = wanted === '' ? {} : { short_code: wanted };
        const draft = await client.call(draftCall, body, { signal: controller.signal });
        if (wanted === '') setProposed(draft);
        else setChosen(draft);
      } catch (error) {
        if (controller.signal.aborted) return;
        setProblem(faultText(error));
      }
    };
    const timer = setTimeout(() => void ask(), wanted === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, faultText, hasProposal, isPossible, wanted]);

  const draft = chosen ?? proposed;
  return useMemo(() => ({ draft, problem }), [draft, problem]);
}
