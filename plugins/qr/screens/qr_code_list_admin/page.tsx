import { useQuery } from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../codes/code-row.ts';
import { EveryCodeList } from './parts/EveryCodeList.tsx';
import { FreezeDrawer } from './parts/FreezeDrawer.tsx';

/** Codes of every owner, for operators: who has them, and the freeze. */
export function Page() {
  const [params] = useQuery();
  const [freezing, setFreezing] = useState<{ codes: readonly CodeRow[]; onDone: () => void }>();
  return (
    <>
      <EveryCodeList
        isFrozenOnly={params.get('view') === 'frozen'}
        onFreeze={(codes, onDone) => setFreezing({ codes, onDone })}
      />
      {freezing ? <FreezeDrawer {...freezing} onClose={() => setFreezing(undefined)} /> : null}
    </>
  );
}
