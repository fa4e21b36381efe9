import { Page as Frame, PendingState, Tabs, useCall, useQuery, useWords } from '@waypost/host-sdk';
import { TEMPLATED_TYPES, templateDetails } from './calls.ts';
import { JumpTypePage } from './parts/JumpTypePage.tsx';

/** What visitors see on their way to the target: a page for each jump type, the built-in one or one of the operator's. */
export function Page() {
  const words = useWords();
  const [params, setParams] = useQuery();
  const jumpType = TEMPLATED_TYPES.find((type) => String(type) === params.get('type')) ?? TEMPLATED_TYPES[0];
  const { data, error, refetch } = useCall(templateDetails, { jump_type: jumpType });
  return (
    <Frame title={words('menu.js_config')} text={words('system.js_config.text')}>
      <Tabs
        label={words('system.js_config.types')}
        tabs={TEMPLATED_TYPES.map((type) => ({
          name: String(type),
          title: words(`system.js_config.type.${type}`),
        }))}
        current={String(jumpType)}
        onChange={(type) => setParams({ type: type === String(TEMPLATED_TYPES[0]) ? undefined : type })}
      >
        {data?.jump_type === jumpType ? (
          <JumpTypePage page={data} />
        ) : (
          <PendingState error={error} onRetry={refetch} lines={8} height={20} />
        )}
      </Tabs>
    </Frame>
  );
}
