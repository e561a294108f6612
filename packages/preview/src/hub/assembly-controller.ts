import {
  type AssembledContext,
  type ContextAssembledEvent,
  type ContextAssemblyFailedEvent,
  type ContextAssemblyStartedEvent,
  type ContextBudget,
  type ContextGatheringRequest,
  ErrorCode,
  IClock,
  IIdSource,
  type ILexichordRuntime,
  ILogger,
} from '@lexichord/abstractions';

import type { PreviewRequest, StartedAssembly } from '../protocol/preview-connection.js';
import type { AssemblyRecord, AssemblyStart, PreviewMessage } from '../protocol/preview-message.js';
import type { AssemblyHistory } from './assembly-history.js';
import type { PanelNames } from './panel-names.js';
import { requireAssemblable } from './require-assemblable.js';
import type { Viewer } from './viewer.js';

/** Running agent assemblies whose requests are remembered. */
const maxAgentStarts = 1_000;

/** Collaborators of the controller. */
export interface ControllerParts {
  readonly runtime: ILexichordRuntime;
  readonly maxBudget: number;
  readonly history: AssemblyHistory;
  readonly names: PanelNames;
  /** Sends a message to every viewer. */
  readonly broadcast: (message: PreviewMessage) => void;
}

interface OwnAssembly {
  readonly start: AssemblyStart;
  readonly viewer: Viewer;
  readonly controller: AbortController;
  readonly begun: () => void;
}

/**
 * Runs assemblies for viewers and reports their progress: a viewer's own to that viewer, an agent's to all viewers.
 * Previews that other code started in this process are ignored.
 */
export class AssemblyController {
  private readonly clock: IClock;
  private readonly ids: IIdSource;
  private readonly log: ILogger;
  private readonly own = new Map<string, OwnAssembly>();
  private readonly ofAgents = new Map<string, AssemblyStart>();
  /** Queue of messages about agents, in the order of their events. */
  private lastSent: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ControllerParts) {
    this.clock = parts.runtime.resolve(IClock);
    this.ids = parts.runtime.resolve(IIdSource);
    this.log = parts.runtime.resolve(ILogger).forSource('ContextPreviewVM');
  }

  /**
   * Answers once it has begun; the viewer's one before is cancelled then.
   *
   * @throws {LexichordError} `invalid-argument`, `unknown-agent`, `unknown-strategy`
   */
  async assemble(viewer: Viewer, request: PreviewRequest): Promise<StartedAssembly> {
    const { runtime, maxBudget } = this.parts;
    requireAssemblable(runtime, request);
    const maxTokens = Math.min(request.maxTokens ?? runtime.defaultBudgetOf(request.request.agentId), maxBudget);
    const { requiredStrategies, excludedStrategies } = request;
    const { shown, original } = await this.namesIn(request.request);
    const start: AssemblyStart = {
      correlationId: this.ids.nextId(),
      origin: 'preview',
      agentId: request.request.agentId,
      startedAt: this.time(),
      request: shown,
      maxTokens,
      isLive: request.isLive === true,
    };
    this.log.withCorrelation(start.correlationId, () => this.log.debug('Refreshing context preview'));
    await this.begin(viewer, { start, request: original }, { maxTokens, requiredStrategies, excludedStrategies });
    return { correlationId: start.correlationId, maxTokens };
  }

  cancel(viewer: Viewer, correlationId: string): void {
    if (viewer.assembly?.correlationId === correlationId) viewer.assembly.controller.abort();
  }

  started({ correlationId, origin, agentId, request, budget }: ContextAssemblyStartedEvent): void {
    const own = this.own.get(correlationId);
    if (own !== undefined) {
      const { viewer, controller } = own;
      viewer.assembly?.controller.abort();
      viewer.assembly = { correlationId, controller };
      viewer.send({ kind: 'assembly-started', assembly: own.start });
      own.begun();
      return;
    }
    if (origin !== 'agent') return;
    const { maxTokens } = budget;
    const start = { correlationId, origin, agentId, startedAt: this.time(), request, maxTokens, isLive: false };
    this.ofAgents.set(correlationId, start);
    // One that never ends must not be kept for ever.
    for (const oldest of this.ofAgents.keys()) {
      if (this.ofAgents.size <= maxAgentStarts) break;
      this.ofAgents.delete(oldest);
    }
    this.sendInOrder(async () => {
      const assembly = await this.parts.names.screen(start);
      if (this.ofAgents.has(correlationId)) this.ofAgents.set(correlationId, assembly);
      this.parts.broadcast({ kind: 'assembly-started', assembly });
    });
  }

  assembled(event: ContextAssembledEvent): void {
    const { correlationId, origin, result } = event;
    const own = this.own.get(correlationId);
    if (own !== undefined) {
      const assembly = this.recordOf(own.start, result);
      this.parts.history.add({ viewerId: own.viewer.viewerId }, assembly);
      this.end(own, { kind: 'assembled', assembly });
    } else if (origin === 'agent') {
      const assembledAt = this.time();
      const unseen = this.unseenStart(event);
      this.sendInOrder(async () => {
        const start = this.ofAgents.get(correlationId) ?? (await this.parts.names.screen(unseen));
        this.ofAgents.delete(correlationId);
        const assembly = { ...start, assembledAt, result };
        this.parts.history.add('agents', assembly);
        this.parts.broadcast({ kind: 'assembled', assembly });
      });
    }
  }

  failed({ correlationId, origin, outcome, code, message }: ContextAssemblyFailedEvent): void {
    const own = this.own.get(correlationId);
    const failed: PreviewMessage = { kind: 'assembly-failed', correlationId, origin, outcome, code, message };
    if (own !== undefined) {
      this.end(own, failed);
    } else if (origin === 'agent') {
      this.sendInOrder(async () => {
        this.ofAgents.delete(correlationId);
        this.parts.broadcast(await this.parts.names.screen(failed));
      });
    }
  }

  /** A viewer's request with the shown names, and with the workspace's original names. */
  private async namesIn(
    request: ContextGatheringRequest,
  ): Promise<{ readonly shown: ContextGatheringRequest; readonly original: ContextGatheringRequest }> {
    const { names } = this.parts;
    const { documentPath, hints } = request;
    const conversationId = hints?.conversationId;
    const shownNames = [documentPath, conversationId].filter((name) => name !== undefined);
    await names.learn(shownNames.map((name) => names.originalOf(name)));
    const mapped = (map: (name: string) => string): ContextGatheringRequest => ({
      ...request,
      ...(documentPath === undefined ? {} : { documentPath: map(documentPath) }),
      ...(conversationId === undefined ? {} : { hints: { ...hints, conversationId: map(conversationId) } }),
    });
    return {
      shown: mapped((name) => names.of(names.originalOf(name))),
      original: mapped((name) => names.originalOf(name)),
    };
  }

  /** Sends a message after the previous ones. A failure is logged and does not stop later ones. */
  private sendInOrder(send: () => Promise<void>): void {
    this.lastSent = this.lastSent.then(send).catch((error: unknown) => {
      this.log.error('A message to the viewers failed', {}, error);
    });
  }

  /** Resolves once it has begun. @throws the errors of the orchestrator before that */
  private async begin(
    viewer: Viewer,
    { start, request }: { readonly start: AssemblyStart; readonly request: ContextGatheringRequest },
    budget: ContextBudget,
  ): Promise<void> {
    const { correlationId } = start;
    const controller = new AbortController();
    const { signal } = controller;
    const begun = new Promise<void>((resolve) => {
      this.own.set(correlationId, { start, viewer, controller, begun: resolve });
    });
    const ended = this.parts.runtime.orchestrator
      .assemble(request, budget, { origin: 'preview', correlationId, signal })
      .then(() => undefined)
      .finally(() => this.endUnreported(correlationId));
    // Once it has begun, an event reports its end.
    ended.catch(() => undefined);
    await Promise.race([begun, ended]);
  }

  /** Reports an assembly that ended without an event, so that its viewer does not wait for ever. */
  private endUnreported(correlationId: string): void {
    const own = this.own.get(correlationId);
    if (own === undefined) return;
    if (own.viewer.assembly?.correlationId !== correlationId) {
      this.own.delete(correlationId);
      return;
    }
    const message = 'The assembly ended without a result.';
    const code = ErrorCode.internal;
    this.end(own, { kind: 'assembly-failed', correlationId, origin: 'preview', outcome: 'failed', code, message });
  }

  private end({ start, viewer }: OwnAssembly, message: PreviewMessage): void {
    this.own.delete(start.correlationId);
    if (viewer.assembly?.correlationId === start.correlationId) viewer.assembly = undefined;
    viewer.send(message);
  }

  private recordOf(start: AssemblyStart, result: AssembledContext): AssemblyRecord {
    return { ...start, assembledAt: this.time(), result };
  }

  /** The start of an agent's assembly that began before the panel listened. */
  private unseenStart({ correlationId, origin, agentId, result }: ContextAssembledEvent): AssemblyStart {
    const startedAt = new Date(this.clock.now() - Math.round(result.assemblyDurationMs)).toISOString();
    const documentPath = result.variables.DocumentPath;
    const request = { agentId, ...(documentPath === undefined ? {} : { documentPath }) };
    return { correlationId, origin, agentId, startedAt, request, maxTokens: result.maxTokens, isLive: false };
  }

  private time(): string {
    return new Date(this.clock.now()).toISOString();
  }
}
