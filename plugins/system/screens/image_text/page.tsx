import { useQuery } from '@waypost/host-sdk';
import { NewText } from './parts/NewText.tsx';
import { TextList } from './parts/TextList.tsx';
import { TextPage } from './parts/TextPage.tsx';

/** Texts: their list, a new one (`?id=new`), or the page of the one that the address names. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null) return <TextList />;
  return id === 'new' ? <NewText /> : <TextPage key={id} />;
}
