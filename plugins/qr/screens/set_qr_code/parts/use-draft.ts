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

/** Where the code is to stand: the domains that are chosen, and the group that says so where none is. */
export interface DraftPlace {
  short_domain?: string;
  entry_domain?: string;
  landing_domain?: string;
  group?: string;
}
const NOWHERE: DraftPlace = {};

/**
 * The addresses that a code will have: of the wanted short code, or of a free one that the server proposes once.
 * The last ones stay while a wanted code is being looked up or cannot be had.
 */
export function useDraft(wanted: string, isPossible: boolean, place: DraftPlace = NOWHERE): DraftState {
  const client = useClient();
  const faultText = useFaultText();
  const [proposed, setProposed] = useState<{ draft: Draft; where: string }>();
  const [chosen, setChosen] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  const where = JSON.stringify(place);
  const hasProposal = proposed !== undefined && proposed.where === where;
  const proposedCode = proposed?.draft.short_code;

  useEffect(() => {
    setProblem(undefined);
    if (wanted === '') setChosen(undefined);
    if (!isPossible || (wanted === '' && hasProposal)) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const body: DraftPlace = JSON.parse(where);
        // What was proposed stays, where it is free on the other domain as well.
        const code = wanted || proposedCode;
        const signal = controller.signal;
        const draft = await client
          .call(draftCall, { ...body, ...(code === undefined ? {} : { short_code: code }) }, { signal })
          .catch((error: unknown) => {
            if (wanted !== '' || code === undefined || signal.aborted) throw error;
            return client.call(draftCall, body, { signal });
          });
        if (wanted === '') setProposed({ draft, where });
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
  }, [client, faultText, hasProposal, isPossible, proposedCode, wanted, where]);

  const draft = chosen ?? proposed?.draft;
  return useMemo(() => ({ draft, problem }), [draft, problem]);
}
