import { EmptyState, Page as Frame, ScreenLink, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { CodePage } from './parts/CodePage.tsx';
import { NewCode } from './parts/NewCode.tsx';

/** Makes a code, or is the page of the one that the address names: `set_qr_code?id=…`. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  const may = usePermission();
  if (id === null) return may('qr.code:create') ? <NewCode /> : <NotTheirs />;
  return <CodePage key={id} isFresh={params.get('saved') === '1'} />;
}

/** Whoever may look at codes and not make any came by the address alone. */
function NotTheirs() {
  const words = useWords();
  return (
    <Frame title={words('menu.set_qr_code')}>
      <EmptyState
        title={words('qr.set.not_theirs')}
        text={words('qr.set.not_theirs.text')}
        action={<ScreenLink to="qr_code_list">{words('menu.qr_code_list')}</ScreenLink>}
      />
    </Frame>
  );
}
