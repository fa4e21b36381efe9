import { Select } from '@arco-design/web-react';
import {
  ErrorState,
  Skeleton,
  Tag,
  useCall,
  useFormat,
  useQuery,
  useQuietBox,
  useWords,
} from '@waypost/host-sdk';
import { type Explanation, type ExplanationStep, type RoleNode, roleExplain } from '../calls.ts';
import { nodeOfRight } from './rights-tree.ts';
import styles from './role.module.css';
import { useRights } from './use-rights.ts';

/** Whom it is asked of: people with a role, or one person. */
export type ExplainAccessProps = { role: string } | { account: string };

/** Why somebody can or cannot use a screen or a button: chosen from the tree, answered in sentences. */
export function ExplainAccess(props: ExplainAccessProps) {
  const words = useWords();
  const [params, set] = useQuery();
  const { rights, error, retry } = useRights();
  const select = useQuietBox();
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!rights) return <Skeleton lines={3} height={28} />;
  const permission = params.get('what') ?? '';
  return (
    <div className={styles.stack}>
      <p>{words('account' in props ? 'system.person.explain.text' : 'system.role.explain.text')}</p>
      <div className={styles.field}>
        <Select
          ref={select}
          aria-label={words('system.role.explain.what')}
          placeholder={words('system.role.explain.what')}
          showSearch
          // Some hundred: whoever reads with their ears, too, is told of all of them.
          virtualListProps={{ threshold: 1_000 }}
          filterOption={(typed, { props: option }) =>
            String((option as { children?: unknown }).children)
              .toLowerCase()
              .includes(typed.toLowerCase())
          }
          {...(permission === '' ? {} : { value: permission })}
          options={choicesOf(rights.nodes)}
          onChange={(value: string) => set({ what: value })}
        />
      </div>
      {permission === '' ? null : <Answer asked={{ ...props, permission }} />}
    </div>
  );
}

/** Each right once: a screen by its name, a button behind that of its screen. */
function choicesOf(nodes: readonly RoleNode[]): { value: string; label: string }[] {
  return [...new Set(nodes.flatMap(({ permission }) => permission ?? []))].map((value) => {
    const node = nodeOfRight(nodes, value);
    const above = nodes.find(({ id }) => id === node?.parent);
    return {
      value,
      label: node?.type === 2 && above ? `${above.name} · ${node.name}` : (node?.name ?? value),
    };
  });
}

function Answer({ asked }: { asked: ExplainAccessProps & { permission: string } }) {
  const words = useWords();
  const { data, error, refetch } = useCall(roleExplain, asked);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} height={20} />;
  return (
    <section className={styles.answer} aria-live="polite">
      <h2>
        {data.node?.name}{' '}
        <Tag tone={data.may ? 'good' : 'bad'}>
          {words(data.may ? 'system.role.explain.may' : 'system.role.explain.may_not')}
        </Tag>
      </h2>
      <Steps steps={data.steps} />
    </section>
  );
}

function Steps({ steps }: { steps: Explanation['steps'] }) {
  return (
    <ol>
      {steps.map((step) => (
        <li key={step.kind} data-bad={!step.is_fine || undefined}>
          <Sentence step={step} />
        </li>
      ))}
    </ol>
  );
}

function Sentence({ step }: { step: ExplanationStep }) {
  const words = useWords();
  const format = useFormat();
  const { time } = step.params;
  const params = time ? { ...step.params, time: format.dateTime(time) } : step.params;
  return <>{words(`system.role.explain.${step.kind}`, params)}</>;
}
