import type { ResultOf } from '@waypost/contract';
import { useCall, usePermission } from '@waypost/host-sdk';
import { presetsCall } from '../calls.ts';

/** Longest that designs which were read are shown without asking again, milliseconds. */
const HOLDS_MS = 30_000;

export type Preset = ResultOf<typeof presetsCall>['presets'][number];

/** Designs that the reader keeps, the brand first; undefined until they are known, none for those who may not have any. */
export function usePresets(): readonly Preset[] | undefined {
  const may = usePermission()('qr.design_preset:read');
  const { data, isError } = useCall(presetsCall, {}, { staleTime: HOLDS_MS, enabled: may });
  // What is missing is an offer only: the design can be chosen without it.
  return data?.presets ?? (may && !isError ? undefined : NONE);
}

const NONE: readonly Preset[] = [];
