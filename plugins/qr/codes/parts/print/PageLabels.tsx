import type { ResultOf } from '@waypost/contract';
import { Button, Drawer, useAction, useAddressQuestion, useGo, useQuery, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { MAX_LABELS, pageLabelsCall } from '../../pages/calls.ts';
import { PrintSheet } from './PrintSheet.tsx';

type Labels = ResultOf<typeof pageLabelsCall>['codes'];
const SCREEN = /^[a-z_]{1,60}$/;

/**
 * Prints a label for each of the pages that the address of the screen names (`labels`: their contribution, `pages`: their ids,
 * `from`: the screen to go back to); asks first, because pages without a code get one.
 */
export function PageLabels() {
  const words = useWords();
  const go = useGo();
  const [params, set] = useQuery();
  const { run, isRunning } = useAction(pageLabelsCall);
  const [labels, setLabels] = useState<Labels>();
  const isWanted = useAddressQuestion();
  const source = params.get('labels') ?? '';
  const pages = (params.get('pages') ?? '')
    .split(',')
    .filter((id) => id !== '')
    .slice(0, MAX_LABELS);
  if (source === '' || pages.length === 0) return null;
  const print = async () => {
    const { codes } = await run({ source, pages });
    if (await isWanted(codes.map(({ qr_url }) => qr_url))) setLabels(codes);
  };
  const close = () => {
    const from = params.get('from') ?? '';
    if (SCREEN.test(from)) go(from);
    else set({ labels: undefined, pages: undefined, from: undefined });
  };
  return (
    <>
      <Drawer
        title={words('qr.page_labels.title')}
        width={480}
        isOpen
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{words('action.cancel')}</Button>
            <Button kind="primary" isBusy={isRunning} onClick={() => void print()}>
              {words('qr.code.action.print')}
            </Button>
          </>
        }
      >
        <p>{words('qr.page_labels.text', { count: pages.length })}</p>
      </Drawer>
      {labels === undefined ? null : <PrintSheet codes={labels} onDone={close} />}
    </>
  );
}
