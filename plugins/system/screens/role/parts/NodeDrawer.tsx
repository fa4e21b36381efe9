import { codeOf, field, YesNo } from '@waypost/contract';
import {
  Button,
  CallForm,
  ChoiceSelect,
  type ControlProps,
  confirmDanger,
  Facts,
  notify,
  useClient,
  useErrorText,
  useWords,
} from '@waypost/host-sdk';
import { use, useMemo } from 'react';
import { z } from 'zod';
import { nodeAdd, nodeRemove, nodeUpdate, type RoleNode } from '../calls.ts';
import { NodesContext } from './nodes-context.ts';

const YES_NO = [YesNo.no, YesNo.yes];
const { sort } = nodeAdd.body.shape;
const PLACE = {
  name: field(z.string().trim().max(60), { default: '' }),
  sort: field(sort.unwrap(), { default: 0, control: 'number' }),
  show_headshot: field(codeOf(YesNo), { options: YES_NO, control: 'radio', default: YesNo.no }),
  hidden: field(z.boolean(), { control: 'switch', default: false }),
};
const OWN = {
  ...PLACE,
  path: field(z.string().trim().max(2_000), { default: '' }),
  parent: field(z.string(), { control: 'menu_group', default: '' }),
  icon: field(z.string().regex(/^[a-z0-9-]{0,40}$/), { default: 'link' }),
  language_variables: field(z.string().trim().max(200), { default: '' }),
  allow_selection: field(codeOf(YesNo), { options: YES_NO, control: 'radio', default: YesNo.yes }),
};
const NAMED = [
  {
    path: 'name',
    messageKey: 'error.role.node_name_empty',
    holds: ({ name }: Record<string, unknown>) => typeof name === 'string' && name.trim() !== '',
  },
];
const CONTROLS = { menu_group: GroupControl };
const NO_RULES: typeof NAMED = [];
/** Locale key of a group's name, before the name itself. */
const GROUP_KEY = 'menu.group.';

interface NodeDrawerProps {
  /** Undefined: a new entry. */
  node: RoleNode | undefined;
  nodes: readonly RoleNode[];
  onClose: () => void;
  onDone: () => void;
}

/** A node of the menu: what a plugin brings is renamed, sorted or hidden; an entry of one's own may be all else, too. */
export function NodeDrawer({ node, nodes, onClose, onDone }: NodeDrawerProps) {
  const words = useWords();
  const initial = useMemo(() => (node ? valuesOf(node, nodes) : undefined), [node, nodes]);
  const isOwn = node?.is_own ?? true;
  const done = () => {
    notify.success(words('system.menu_node.saved'));
    onDone();
    onClose();
  };
  const shared = {
    name: 'system.menu_node',
    fields: isOwn ? OWN : PLACE,
    rules: isOwn ? NAMED : NO_RULES,
    controls: CONTROLS,
    submit: 'system.menu_node.save',
    onCancel: onClose,
    onSent: done,
  };
  return (
    <NodesContext value={nodes}>
      {node ? (
        <CallForm
          {...shared}
          call={nodeUpdate}
          {...(initial ? { initial } : {})}
          drawer={{ title: words('system.menu_node.edit', { name: node.name }), width: 480 }}
          toBody={(values) => ({ ...values, id: node.id, version: node.version })}
          extra={<About node={node} onClose={onClose} onDone={onDone} />}
        />
      ) : (
        <CallForm
          {...shared}
          call={nodeAdd}
          drawer={{ title: words('system.menu_node.add.title'), width: 480 }}
        />
      )}
    </NodesContext>
  );
}

function valuesOf(node: RoleNode, nodes: readonly RoleNode[]): Record<string, unknown> {
  const { sort: order, show_headshot, hidden } = node;
  const place = { sort: order, show_headshot, hidden };
  if (!node.is_own) return { ...place, name: node.name === node.declared_name ? '' : node.name };
  const { path, icon, language_variables, allow_selection } = node;
  const parent = groupName(nodes.find(({ id }) => id === node.parent));
  return { ...place, name: node.declared_name, path, parent, icon, language_variables, allow_selection };
}

const groupName = (group: RoleNode | undefined) => group?.language_variables.slice(GROUP_KEY.length) ?? '';

/** What stays as the plugin says, and the way back to it; of an entry of one's own the way to be rid of it. */
function About({ node, onClose, onDone }: { node: RoleNode; onClose: () => void; onDone: () => void }) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const reset = async () => {
    await client.call(nodeRemove, { id: node.id }).then(
      () => {
        onDone();
        onClose();
      },
      (error: unknown) => notify.error(errorText(error)),
    );
  };
  const remove = async () => {
    const isDone = await confirmDanger({
      title: words('system.menu_node.remove.title', { name: node.name }),
      text: words('system.menu_node.remove.text'),
      verb: words('system.menu_node.remove'),
      run: () => client.call(nodeRemove, { id: node.id }),
    });
    if (!isDone) return;
    notify.success(words('system.menu_node.removed'));
    onDone();
    onClose();
  };
  return (
    <>
      <Facts
        facts={[
          [words('system.menu_node.type'), words(`system.menu_node.type.${node.type}`)],
          [words('system.menu_node.platform'), words(`system.menu_node.platform.${node.platform}`)],
          ...(node.is_own
            ? []
            : ([
                [words('system.menu_node.declared_name'), node.declared_name],
                [words('system.menu_node.path'), node.path],
                [words('system.menu_node.language_variables'), node.language_variables],
              ] as const)),
          [words('system.menu_node.permission'), node.permission ?? ''],
        ]}
      />
      {node.is_own ? (
        <Button kind="danger" onClick={() => void remove()}>
          {words('system.menu_node.remove')}
        </Button>
      ) : node.version > 0 ? (
        <Button onClick={() => void reset()}>{words('system.menu_node.reset')}</Button>
      ) : null}
    </>
  );
}

/** The group that an entry stands in. */
function GroupControl(props: ControlProps<string>) {
  const words = useWords();
  const nodes = use(NodesContext);
  const groups = nodes.filter(({ permission, is_active }) => permission === null && is_active);
  return (
    <ChoiceSelect
      control={{ ...props, value: props.value ?? '' }}
      choices={[
        { value: '', label: words('system.menu_node.parent.none') },
        ...groups.map((group) => ({ value: groupName(group), label: group.name })),
      ]}
      onChange={props.onChange}
    />
  );
}
