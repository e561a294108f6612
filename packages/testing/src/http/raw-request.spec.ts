import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { rawRequest } from './raw-request.js';

describe('rawRequest', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method, url, headers } = request;
        const seen = { method, url, host: headers.host, body: Buffer.concat(parts).toString() };
        response.writeHead(202, { 'x-answer': 'yes' }).end(JSON.stringify(seen));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => server.close());

  const port = () => (server.address() as AddressInfo).port;

  it('sends a path and a host as they are given, and gives the answer as it came', async () => {
    const headers = { host: 'elsewhere.example' };

    const answer = await rawRequest({ port: port(), path: '/a/../b', method: 'POST', headers, body: 'text' });

    expect([answer.status, answer.headers['x-answer']]).toEqual([202, 'yes']);
    expect(JSON.parse(answer.body)).toEqual({
      method: 'POST',
      url: '/a/../b',
      host: 'elsewhere.example',
      body: 'text',
    });
  });

  it('asks with GET and nothing else by default', async () => {
    const { body } = await rawRequest({ port: port(), path: '/' });

    expect(JSON.parse(body)).toMatchObject({ method: 'GET', body: '' });
  });

  it('fails where nobody answers', async () => {
    const free = port();
    server.close();

    await expect(rawRequest({ port: free, path: '/' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
