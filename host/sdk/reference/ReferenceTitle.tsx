import type { Reference } from '@waypost/contract';
import { Fragment } from 'react';
import { useWords } from '../words/context.tsx';
import { ReferenceLink } from './ReferenceLink.tsx';
import { titleText } from './ReferenceSelect.tsx';
import { type Title, useTitles } from './use-reference.ts';

/** The titles of things that a field points to, as a table or a page shows them; each leads to its page, if there is one. */
export function ReferenceTitle({ reference, ids }: { reference: Reference; ids: readonly string[] }) {
  const titles = useTitles(reference, ids);
  return ids.map((id, place) => {
    const title = titles.get(id);
    return (
      <Fragment key={id}>
        {place === 0 ? '' : ', '}
        {typeof title === 'object' ? (
          <ReferenceLink reference={reference} id={id} title={title.title} />
        ) : (
          <Untitled title={title} id={id} />
        )}
      </Fragment>
    );
  });
}

/** In the place of a title: in a table an id would take the room of columns that say something. */
function Untitled({ title, id }: { title: Exclude<Title, { title: string }> | undefined; id: string }) {
  const words = useWords();
  if (title !== 'unknown') return titleText(title, id, words);
  return <span title={id}>{words('thing.not_shown')}</span>;
}
