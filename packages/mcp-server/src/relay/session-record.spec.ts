import { parseJSONRPCMessage } from '@modelcontextprotocol/server';

import { allTools } from '../tools/all-tools.js';
import { writingTools } from './session-calls.js';
import { type RelayedLines, SessionRecord } from './session-record.js';

const line = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
const call = (id: number, name = 'search_code', more: object = {}): string =>
  line({ id, method: 'tools/call', params: { name, ...more } });
const answer = (id: number | string, result: object = {}): string => line({ id, result });

const opening = line({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
const opened = line({ method: 'notifications/initialized' });

/** A session of the earlier revision that was opened. */
function anOpenSession(): SessionRecord {
  const record = new SessionRecord();
  record.fromClient(opening);
  record.fromServer(answer(0));
  record.fromClient(opened);
  return record;
}

/** Its server has gone, and the next one has answered the opening. */
function afterChange(record: SessionRecord, { isBounded = false } = {}): RelayedLines {
  record.part();
  const { toServer } = record.resume({ isBounded });
  const { id } = JSON.parse(toServer[0] ?? '') as { id: string };
  return record.fromServer(answer(id));
}

describe('the record of a relayed session', () => {
  it('passes every line on as it is', () => {
    const record = new SessionRecord();
    const odd = ['', 'no message', '[1, {"id": 2}]', '{"id":  3, "method": "ping"}', '{"id":null,"error":{}}'];

    const passed = odd.map((text) => [record.fromClient(text), record.fromServer(text)]);

    expect(passed).toEqual(
      odd.map((text) => [
        { toClient: [], toServer: [text] },
        { toClient: [text], toServer: [] },
      ]),
    );
  });

  it('opens the session with the next server, asks again what has no answer, and subscribes again', () => {
    const record = anOpenSession();
    record.fromClient(line({ id: 1, method: 'resources/subscribe', params: { uri: 'a:b' } }));
    record.fromServer(answer(1));
    record.fromClient(line({ id: 2, method: 'resources/subscribe', params: { uri: 'c:d' } }));
    record.fromServer(answer(2));
    record.fromClient(line({ id: 3, method: 'resources/unsubscribe', params: { uri: 'c:d' } }));
    record.fromServer(answer(3));
    record.fromClient(call(4));
    record.fromClient(call(5));
    record.fromServer(answer(4));

    expect(record.part()).toEqual({ toClient: [], toServer: [] });
    const waiting = record.fromClient(call(6));
    const { toClient, toServer } = record.resume({ isBounded: false });
    const [again] = toServer;
    const goesOn = record.fromServer(answer((JSON.parse(again ?? '') as { id: string }).id));

    expect([waiting.toServer, toClient, toServer.length]).toEqual([[], [], 1]);
    expect(JSON.parse(again ?? '')).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    expect(goesOn.toClient).toEqual([line({ method: 'notifications/resources/list_changed' })]);
    const [initialized, subscribed, ...calls] = goesOn.toServer;
    expect([initialized, ...calls]).toEqual([opened, call(5), call(6)]);
    expect(JSON.parse(subscribed ?? '')).toMatchObject({ method: 'resources/subscribe', params: { uri: 'a:b' } });
    // The client did not ask for that answer; what has changed meanwhile nobody has told it.
    expect(record.fromServer(answer((JSON.parse(subscribed ?? '') as { id: string }).id)).toClient).toEqual([
      line({ method: 'notifications/resources/updated', params: { uri: 'a:b' } }),
    ]);
    expect(record.fromServer(answer(5)).toClient).toEqual([answer(5)]);
  });

  it('asks again for an opening without an answer, which the client then gets', () => {
    const record = new SessionRecord();
    record.fromClient(opening);

    record.part();

    expect(record.resume({ isBounded: false })).toEqual({ toClient: [], toServer: [opening] });
    expect(record.fromServer(answer(0)).toClient).toEqual([answer(0)]);
  });

  it('asks the next server for an opening without an answer before all that follows it, and once', () => {
    const [sent, waiting] = [new SessionRecord(), new SessionRecord()];
    for (const text of [opening, opened, call(1)]) sent.fromClient(text);
    sent.part();
    waiting.part();
    for (const text of [opening, opened, call(1)]) waiting.fromClient(text);

    for (const record of [sent, waiting]) {
      expect(record.resume({ isBounded: false })).toEqual({ toClient: [], toServer: [opening, opened, call(1)] });
      expect(record.fromServer(answer(0)).toClient).toEqual([answer(0)]);
    }
  });

  it('opens the session with the next server also where a call has the id of the opening', () => {
    const record = anOpenSession();
    record.fromClient(call(0));

    expect(afterChange(record).toServer).toEqual([opened, call(0)]);
  });

  it('goes on to the next server at once when one leaves before it was asked for anything', () => {
    const record = anOpenSession();
    record.fromClient(call(1));
    record.part();
    record.resume({ isBounded: true });

    record.leave();

    expect(record.canLeave).toBe(true);
    expect(afterChange(record).toServer).toEqual([opened, call(1)]);
  });

  it('tells the client of a call that writes and has no answer, and does not make it again', () => {
    const record = anOpenSession();
    record.fromClient(call(1, 'remember'));

    const { toClient } = record.part();
    record.fromClient(call(2, 'remember'));
    const { toServer } = afterChange(record);

    expect(toClient.map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        ...{ jsonrpc: '2.0', id: 1 },
        error: { code: -32_603, message: expect.stringContaining('remember') as unknown },
      },
    ]);
    // The second one was never sent.
    expect(toServer).toEqual([opened, call(2, 'remember')]);
  });

  it('makes no call again that was cancelled', () => {
    const record = anOpenSession();
    const cancelled = line({ method: 'notifications/cancelled', params: { requestId: 1 } });
    record.fromClient(call(1));

    expect(record.fromClient(cancelled).toServer).toEqual([cancelled]);
    record.part();
    record.fromClient(call(2));
    expect(record.fromClient(line({ method: 'notifications/cancelled', params: { requestId: 2 } }))).toEqual({
      toClient: [],
      toServer: [],
    });
    expect(afterChange(record).toServer).toEqual([opened]);
  });

  it('tells of progress that only grows, also where a call is made again', () => {
    const record = anOpenSession();
    const progress = (progressed: number): string =>
      line({ method: 'notifications/progress', params: { progressToken: 7, progress: progressed } });
    record.fromClient(call(1, 'search_code', { _meta: { progressToken: 7 } }));
    record.fromServer(progress(1));
    record.fromServer(progress(2));

    afterChange(record);
    const told = [1, 2, 3].map((progressed) => record.fromServer(progress(progressed)).toClient.length);

    expect(told).toEqual([0, 0, 1]);
  });

  it('does not take the answer to a question of one server for that to another', () => {
    const record = anOpenSession();
    const question = line({ id: 0, method: 'roots/list' });
    record.fromClient(call(1));
    expect(record.fromServer(question).toClient).toEqual([question]);
    expect(record.fromClient(answer(0, { roots: [] })).toServer).toEqual([answer(0, { roots: [] })]);

    afterChange(record);
    const [asked = ''] = record.fromServer(question).toClient;
    const { id } = JSON.parse(asked) as { id: string };

    expect(record.fromClient(answer(0, { roots: [] })).toServer).toEqual([]);
    expect(record.fromClient(answer(id, { roots: [] })).toServer).toEqual([answer(0, { roots: [] })]);
    const [next = ''] = record.fromServer(question).toClient;
    const cancelled = line({ method: 'notifications/cancelled', params: { requestId: 0 } });
    const { params } = JSON.parse(record.fromServer(cancelled).toClient[0] ?? '') as { params: object };
    expect(params).toEqual({ requestId: (JSON.parse(next) as { id: string }).id });
  });

  it('goes on to listen by the current revision, and says that everything may be another', () => {
    const record = new SessionRecord();
    const listen = line({ id: 1, method: 'subscriptions/listen', params: {} });
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
    const heard = line({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: ['a:b'], resourcesListChanged: true }, _meta },
    });
    record.fromClient(listen);
    expect(record.fromServer(heard).toClient).toEqual([heard]);

    record.leave();
    expect([record.canLeave, record.fromServer(answer(1)).toClient]).toEqual([true, []]);
    record.part();
    expect(record.resume({ isBounded: false }).toServer).toEqual([listen]);

    expect(record.fromServer(heard).toClient).toEqual([
      line({ method: 'notifications/resources/list_changed', params: { _meta } }),
      line({ method: 'notifications/resources/updated', params: { uri: 'a:b', _meta } }),
    ]);
  });

  it('asks another process for so many answers at once, and its own for all', () => {
    const record = anOpenSession();
    const sent = Array.from({ length: 40 }, (_, index) => record.fromClient(call(index + 1)).toServer.length);

    expect(sent.filter((count) => count === 1)).toHaveLength(32);
    expect(record.fromServer(answer(1)).toServer).toEqual([call(33)]);
    expect(afterChange(record).toServer).toEqual([
      opened,
      ...Array.from({ length: 39 }, (_, index) => call(index + 2)),
    ]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":null}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1.5}}}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e300,"method":"ping"}',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","more":1}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":2}',
  ])('waits for no answer to what no server answers: %s', (text) => {
    const record = anOpenSession();

    const sent = Array.from({ length: 40 }, () => record.fromClient(text).toServer);

    expect(() => parseJSONRPCMessage(JSON.parse(text))).toThrow();
    expect(sent).toEqual(Array.from({ length: 40 }, () => [text]));
    expect(record.fromClient(call(2)).toServer).toEqual([call(2)]);
    expect(afterChange(record).toServer).toEqual([opened, call(2)]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":-0,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"","method":"","params":{}}',
    '{"jsonrpc":"2.0","id":"__proto__","method":"toString","params":{"_meta":{"progressToken":"","x":[]},"more":1}}',
  ])('waits for the answer to what a server answers: %s', (text) => {
    const record = anOpenSession();

    record.fromClient(text);

    expect(parseJSONRPCMessage(JSON.parse(text))).toMatchObject({ jsonrpc: '2.0' });
    expect(afterChange(record).toServer).toEqual([opened, text]);
  });

  it('leaves another process when it has answered, and asks it nothing more', () => {
    const record = anOpenSession();
    record.fromClient(call(1));

    record.leave();
    const later = record.fromClient(call(2)).toServer;
    const before = record.canLeave;
    record.fromServer(answer(1));

    expect([later, before, record.canLeave]).toEqual([[], false, true]);
    expect(afterChange(record).toServer).toEqual([opened, call(2)]);
  });

  it('does not have another process hold any number of subscriptions', () => {
    const record = anOpenSession();
    const subscribe = (id: number): string =>
      line({ id, method: 'resources/subscribe', params: { uri: `a:${'x'.repeat(100_000)}` } });
    const sent = [1, 2, 3].map((id) => record.fromClient(subscribe(id)).toServer.length);

    expect([sent, record.needsOwnServer]).toEqual([[1, 1, 0], true]);
    expect(afterChange(record).toServer).toEqual([opened, ...[1, 2, 3].map(subscribe)]);
    expect(record.needsOwnServer).toBe(false);
  });

  it('knows all tools that write', () => {
    const names = allTools.filter(({ annotations }) => annotations.readOnlyHint !== true).map(({ name }) => name);

    expect(writingTools).toEqual(names);
  });
});
