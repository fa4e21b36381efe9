import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { areRelated } from '../names/read-name.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { HELD_STATES, PLATFORM } from './values.ts';

interface Family {
  _id: string;
  touched: number;
}

/** One document for each registrable name, and for each account that asks for the platform's: who changes them meets there. */
const COLLECTION: CollectionDeclaration<Family> = {
  name: 'family',
  onUninstall: 'drop',
  fields: { _id: String, touched: Number },
};

/** Where those meet who change how many names an account has. */
export const accountFamily = (account: string): string => `account ${account}`;

/**
 * Does `work` in a transaction that no other one of the same family is in: two owners who prove a name, or a name and one
 * above it, at the same moment write the same document, and the second begins anew with what the first has left.
 */
export async function inFamily<T>(
  context: PluginContext,
  family: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const families = context.collection(COLLECTION);
  if ((await families.exists({ _id: family })) === null) await makeFamily(context, family);
  return context.transaction(async (session) => {
    await families.updateOne({ _id: family }, { $inc: { touched: 1 } }, { session });
    return work(session);
  });
}

/** The same for a transaction that others have begun: before anything of it is written. */
export async function joinFamily(context: PluginContext, family: string, session: Session): Promise<void> {
  const families = context.collection(COLLECTION);
  if ((await families.exists({ _id: family })) === null) await makeFamily(context, family);
  // What was made a moment ago may lie behind the moment that the transaction sees: then it begins anew.
  await families.updateOne({ _id: family }, { $inc: { touched: 1 } }, { session, upsert: true });
}

/** Lets a transaction wait for, or begin anew behind, those that change a name of a family meanwhile. */
export async function meetFamily(context: PluginContext, family: string, session: Session): Promise<void> {
  await context.collection(COLLECTION).updateOne({ _id: family }, { $inc: { touched: 1 } }, { session });
}

async function makeFamily(context: PluginContext, family: string): Promise<void> {
  const families = context.collection(COLLECTION);
  try {
    await families.updateOne({ _id: family }, { $setOnInsert: { touched: 0 } }, { upsert: true });
  } catch (error) {
    // Somebody else has made it at the same moment: it is there, which is all that matters.
    if ((await families.exists({ _id: family })) === null) throw error;
  }
}

/** Whose a name is to those who would prove one beside it: a name of the platform is the platform's, whoever has it. */
const claimantOf = ({ is_platform, owner }: { is_platform: boolean; owner?: string | undefined }) =>
  is_platform ? PLATFORM : owner;

/** Whether somebody else holds a name, or one above or below it. Within `inFamily` it stays so until the end. */
export async function isTaken(
  context: PluginContext,
  wanted: { owner: string; is_platform: boolean; name: string; registrable: string },
  session: Session | null,
): Promise<boolean> {
  const held = await context
    .model(domainResource)
    .find({ registrable: wanted.registrable, state: { $in: HELD_STATES } })
    .session(session)
    .lean();
  return held.some(
    (other) => claimantOf(other) !== claimantOf(wanted) && areRelated(other.name, wanted.name),
  );
}
