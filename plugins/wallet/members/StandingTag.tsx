import { Tag, type TagTone, useWords } from '@waypost/host-sdk';
import type { Standing } from './rules.ts';

const TONES: Readonly<Record<Standing, TagTone>> = {
  none: 'neutral',
  member: 'good',
  grace: 'warning',
  over: 'bad',
};

/** How somebody stands, in a word. */
export function StandingTag({ standing }: { standing: Standing }) {
  const words = useWords();
  return <Tag tone={TONES[standing]}>{words(`wallet.standing.${standing}`)}</Tag>;
}
