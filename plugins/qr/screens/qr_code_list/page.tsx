import { useGo, usePermission, useQuery } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { CardKey } from './parts/CardKey.tsx';
import { CodeList } from './parts/CodeList.tsx';

/** The caller's own codes. */
export function Page() {
  const may = usePermission();
  useBinOfOldLinks();
  return <CodeList toolbar={may('qr.code:update') ? <CardKey /> : null} />;
}

/** `view=bin` of older links is a screen of its own now. */
function useBinOfOldLinks(): void {
  const [params] = useQuery();
  const go = useGo();
  const isOld = params.get('view') === 'bin';
  useEffect(() => {
    if (isOld) go('qr_code_remove', {});
  }, [isOld, go]);
}
