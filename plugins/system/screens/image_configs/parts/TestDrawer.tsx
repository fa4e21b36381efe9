import { Alert } from '@arco-design/web-react';
import type { ResultOf, RowOf } from '@waypost/contract';
import { ApiError, Button, Drawer, useAction, useFormat, useWords } from '@waypost/host-sdk';
import { useEffect, useRef, useState } from 'react';
import { placeTest } from '../calls.ts';
import type { storagePlace } from '../resource.ts';

/** Writes, reads and deletes a few bytes, and says in a sentence what failed. */
export function TestDrawer({ place, onClose }: { place: RowOf<typeof storagePlace>; onClose: () => void }) {
  const words = useWords();
  const format = useFormat();
  const { run, isRunning } = useAction(placeTest, { isSilent: true });
  const [result, setResult] = useState<ResultOf<typeof placeTest>>();
  const hasBegun = useRef(false);

  async function test(): Promise<void> {
    setResult(undefined);
    try {
      setResult(await run({ id: place.id }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setResult({ is_working: false, fault: error.message, milliseconds: 0 });
    }
  }
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void test();
  });
  return (
    <Drawer
      title={words('system.image_configs.test.title', { name: place.name })}
      isOpen
      onClose={onClose}
      width={480}
      footer={
        <Button isBusy={isRunning} onClick={() => void test()}>
          {words('system.image_configs.test.again')}
        </Button>
      }
    >
      <div role="status">
        {result === undefined ? (
          <p>{words('system.image_configs.test.running')}</p>
        ) : (
          <Alert
            type={result.is_working ? 'success' : 'error'}
            title={words(`system.image_configs.test.${result.is_working ? 'works' : 'fails'}`)}
            content={
              result.is_working
                ? words('system.image_configs.test.took', {
                    milliseconds: format.number(result.milliseconds),
                  })
                : result.fault
            }
          />
        )}
      </div>
    </Drawer>
  );
}
