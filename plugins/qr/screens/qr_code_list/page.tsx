import { usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { BinList } from './parts/BinList.tsx';
import { CardKey } from './parts/CardKey.tsx';
import { CodeList } from './parts/CodeList.tsx';
import { ViewSwitch } from './parts/ViewSwitch.tsx';

/** The caller's own codes, and those in the bin. */
export function Page() {
  const [params] = useQuery();
  const words = useWords();
  const isBin = params.get('view') === 'bin';
  const may = usePermission();
  const toolbar = (
    <>
      <ViewSwitch label={words('qr.code.title')} isBin={isBin} />
      {may('qr.code:update') ? <CardKey /> : null}
    </>
  );
  return isBin ? <BinList toolbar={toolbar} /> : <CodeList toolbar={toolbar} />;
}
