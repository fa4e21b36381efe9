import type { Reference } from '@waypost/contract';
import { Fragment } from 'react';
import { useWords } from '../words/context.tsx';
import { ReferenceLink } from './ReferenceLink.tsx';
import { titleText } from './ReferenceSelect.tsx';
import { useTitles } from './use-reference.ts';

/** The titles of things that a field points to, as a table or a page shows them; each leads to its page, if there is one. */
export function ReferenceTitle({ reference, ids }: { reference: Reference; ids: readonly string[] }) {
  const words = useWords();
  const titles = useTitles(reference, ids);
  return ids.map((id, place) => {
    const title = titles.get(id);
    return (
      <Fragment key={id}>
        {place === 0 ? '' : ', '}
        {typeof title === 'object' ? (
          <ReferenceLink reference={reference} id={id} title={title.title} />
        ) : (
          titleText(title, id, words)
        )}
      </Fragment>
    );
  });
}
