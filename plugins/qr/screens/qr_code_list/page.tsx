import { ScreenRedirect, usePermission, useQuery } from '@waypost/host-sdk';
import { PageLabels } from '../../codes/parts/print/PageLabels.tsx';
import { PlainPicture } from '../../codes/plain/parts/PlainPicture.tsx';
import { CardKey } from './parts/CardKey.tsx';
import { CodeList } from './parts/CodeList.tsx';

/** The caller's own codes; `view=bin` of older links is a screen of its own now. */
export function Page() {
  const may = usePermission();
  const [params] = useQuery();
  if (params.get('view') === 'bin') return <ScreenRedirect to="qr_code_remove" />;
  return (
    <>
      <CodeList
        toolbar={
          <>
            {may('qr.code:create') ? <PlainPicture /> : null}
            {may('qr.code:update') ? <CardKey /> : null}
          </>
        }
      />
      <PageLabels />
    </>
  );
}
