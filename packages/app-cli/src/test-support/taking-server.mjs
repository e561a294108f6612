/**
 * Somebody who listens on a port that a panel had: `PORT`. Writes everything that is asked to standard output, one JSON a
 * line, and answers as a panel might. After the line `hold` on standard input, what is asked of `/renew` waits; after
 * `pass on` nobody is listened to any more, and what waits is asked of whoever listens on the port by then, and its answer
 * given to the page over the connection that is still open. Plain JavaScript, because it is started as it is.
 */
import { createServer, request } from 'node:http';
import { createInterface } from 'node:readline';

const port = Number(process.argv[2]);
const held = [];
let isHolding = false;

const tell = (seen) => process.stdout.write(`${JSON.stringify(seen)}\n`);

const server = createServer((incoming, outgoing) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (text) => (body += text));
  incoming.on('end', () => {
    const asked = { method: incoming.method, url: incoming.url, headers: incoming.headers, body };
    tell(asked);
    if (incoming.url === '/renew' && isHolding) {
      held.push({ asked, outgoing });
      tell({ held: held.length });
    } else answer(incoming.url ?? '', outgoing);
  });
});
server.keepAliveTimeout = 600_000;
server.listen(port, '127.0.0.1', () => tell({ ready: true }));

function answer(url, outgoing) {
  if (url.includes('/events')) {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    outgoing.write('data: {"kind":"refresh-requested"}\n\n');
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  const said = { address: `http://127.0.0.1:${port}/taken/`, nonce: 'n', proof: 'p', sealed: 's' };
  outgoing.end(JSON.stringify(said));
}

function passOn({ asked, outgoing }) {
  const { method, url, headers, body } = asked;
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (told) => {
    let text = '';
    told.setEncoding('utf8').on('data', (part) => (text += part));
    told.on('end', () => {
      tell({ passed: text, status: told.statusCode });
      outgoing.writeHead(told.statusCode ?? 500, { 'content-type': 'application/json', connection: 'keep-alive' });
      outgoing.end(text);
    });
  });
  // Until somebody listens.
  passed.on('error', () => setTimeout(() => passOn({ asked, outgoing }), 20));
  passed.end(body);
}

createInterface(process.stdin).on('line', (line) => {
  if (line === 'hold') isHolding = true;
  if (line !== 'pass on') return;
  server.close();
  for (const one of held) passOn(one);
  tell({ passing: held.length });
});
