import type { PluginOverview, PluginPart, PluginState, PluginTrust } from '@waypost/contract/platform';
import { Tag, type TagTone, useWords } from '@waypost/host-sdk';

const TONES: Record<PluginState, TagTone> = {
  active: 'good',
  disabled: 'neutral',
  failed: 'bad',
  starting: 'info',
  waiting: 'warning',
};
const PART_TONES: Record<PluginPart['state'], TagTone> = {
  working: 'good',
  quarantined: 'bad',
  trying: 'warning',
};

export function StateTag({ state }: { state: PluginState }) {
  const words = useWords();
  return <Tag tone={TONES[state]}>{words(`system.plugins.state.${state}`)}</Tag>;
}

export function PartTag({ state }: { state: PluginPart['state'] }) {
  const words = useWords();
  return <Tag tone={PART_TONES[state]}>{words(`system.plugins.part_state.${state}`)}</Tag>;
}

/** One that was received and that nobody has chosen yet. */
export function isReceived({ release }: Pick<PluginOverview, 'release'>): boolean {
  return release === null;
}

/** Where its code runs, in a few words. */
export function trustKey(trust: PluginTrust): string {
  return `system.plugins.trust.${trust}`;
}
