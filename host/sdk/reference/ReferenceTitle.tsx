import type { Reference } from '@waypost/contract';
import { useWords } from '../words/context.tsx';
import { titleText } from './ReferenceSelect.tsx';
import { useTitles } from './use-reference.ts';

/** The titles of things that a field points to, as a table or a page shows them. */
export function ReferenceTitle({ reference, ids }: { reference: Reference; ids: readonly string[] }) {
  const words = useWords();
  const titles = useTitles(reference, ids);
  return ids.map((id) => titleText(titles.get(id), id, words)).join(', ');
}
