import { type ResultOf, zId } from '@waypost/contract';
import { EmptyState, Page as Frame, Panel, useQuery, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { tryVisitCall } from './calls.ts';
import { Answer } from './parts/Answer.tsx';
import styles from './parts/simulator.module.css';
import { VisitForm } from './parts/VisitForm.tsx';

/** A visit that nobody makes: who would come, and what they would get. `code_simulator?id=…` has chosen the code. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id') ?? '';
  // What was told of one code is not left beside another.
  return <Simulator key={id} id={id} />;
}

function Simulator({ id }: { id: string }) {
  const words = useWords();
  const [tried, setTried] = useState<ResultOf<typeof tryVisitCall>>();
  return (
    <Frame title={words('menu.code_simulator')} text={words('qr.simulator.intro')}>
      <div className={styles.screen}>
        <Panel title={words('qr.simulator.visitor')}>
          <VisitForm {...(zId.safeParse(id).success ? { id } : {})} onTried={setTried} />
        </Panel>
        {tried === undefined ? (
          <Panel>
            <EmptyState title={words('qr.simulator.empty.title')} text={words('qr.simulator.empty.text')} />
          </Panel>
        ) : (
          <Answer tried={tried} />
        )}
      </div>
    </Frame>
  );
}
