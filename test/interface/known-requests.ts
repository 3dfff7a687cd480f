/** Stands for the bytes of the package, or of the file, that a request sends. */
export const CONTENT = Symbol('content')

/** A request as a client writes it: lines of its head, and its body. `{…}` stands for what differs from run to run. */
export interface KnownRequest {
  readonly head: readonly string[]
  readonly body?: readonly (string | typeof CONTENT)[]
  /** Sends each piece of the body as a chunk. */
  readonly chunked?: true
}

type Call = 'create' | 'replace' | 'list' | 'download' | 'putFile' | 'getFile' | 'revertFile' | 'remove'

/** What a client sends for each call that it makes. */
export interface KnownClient {
  readonly name: string
  readonly calls: Readonly<Partial<Record<Call, KnownRequest>>>
}

const THEMES = '/v1.0/branding/themes'
const FILE = 'common/page_style.css'
const CONFIGURATION = '{"name": "{name}", "description": "Sent as it is"}'

const part = (boundary: string, ...headers: string[]) => `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`
const named = (name: string, filename?: string) =>
  `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
const attached = (text: string) => text.replace('form-data', 'attachment')
const OCTETS = 'Content-Type: application/octet-stream'
const ZIP = 'Content-Type: application/zip'

/** Writes the requests of a client whose headers differ only by what it sends. */
function requestsOf(head: (method: string, target: string, type?: string) => string[]) {
  return {
    list: { head: head('GET', THEMES) },
    download: { head: head('GET', `${THEMES}/{id}?customized_only=true`) },
    getFile: { head: head('GET', `${THEMES}/{id}/${FILE}`) },
    revertFile: { head: head('DELETE', `${THEMES}/{id}/${FILE}`) },
    remove: { head: head('DELETE', `${THEMES}/{id}`) },
  }
}

function curl(version: string, ...more: string[]) {
  return (method: string, target: string, type?: string) => [
    `${method} ${target} HTTP/1.1`,
    'Host: {host}',
    `User-Agent: curl/${version}`,
    'Accept: */*',
    'Authorization: Bearer {token}',
    ...(type === undefined ? [] : ['Content-Length: {length}', `Content-Type: ${type}`, ...more]),
  ]
}

const CURL_EDGE = '------------------------6de267d0ed6ca09d'
const CURL_TYPE = `multipart/form-data; boundary=${CURL_EDGE}`

function curlClient(name: string, head: ReturnType<typeof curl>, type = CURL_TYPE): KnownClient {
  const kind = type === CURL_TYPE ? (text: string) => text : attached
  const end = `\r\n--${CURL_EDGE}--\r\n`
  const files = [part(CURL_EDGE, kind(named('files', 'theme.zip')), OCTETS), CONTENT] as const
  const configuration = `\r\n${part(CURL_EDGE, kind(named('configuration')))}${CONFIGURATION}`
  return {
    name,
    calls: {
      ...requestsOf(head),
      create: { head: head('POST', THEMES, type), body: [...files, configuration, end] },
      replace: { head: head('PUT', `${THEMES}/{id}`, type), body: [...files, end] },
      putFile: {
        head: head('PUT', `${THEMES}/{id}/${FILE}`, type),
        body: [part(CURL_EDGE, kind(named('file', 'page_style.css')), OCTETS), CONTENT, end],
      },
    },
  }
}

function pythonRequests(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: {host}',
    'User-Agent: python-requests/2.34.2',
    'Accept-Encoding: gzip, deflate',
    'Accept: */*',
    'Connection: keep-alive',
    'Authorization: Bearer {token}',
    ...(method === 'DELETE' ? ['Content-Length: 0'] : []),
    ...(type === undefined ? [] : ['Content-Length: {length}', `Content-Type: ${type}`]),
  ]
}

const PYTHON_EDGE = '263c2c5e30714205b65a9357f9c757ee'
const PYTHON_TYPE = `multipart/form-data; boundary=${PYTHON_EDGE}`
const PYTHON_END = `\r\n--${PYTHON_EDGE}--\r\n`

function go(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: {host}',
    'User-Agent: Go-http-client/1.1',
    ...(type === undefined ? [] : ['Content-Length: {length}']),
    ...(target.includes('customized_only') ? ['Accept: application/octet-stream'] : []),
    'Authorization: Bearer {token}',
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    'Accept-Encoding: gzip',
  ]
}

const GO_EDGE = '1f0c6d5b7a2e49c38d11e07fa6b5c4d3e2f1a09b8c7d6e5f4a3b2c1d0e9f'

/** verifyctl and the Go SDK name no boundary, and send the form before its writer has closed it. */
function goBody(name: string): KnownRequest['body'] {
  return [part(GO_EDGE, named(name, name), OCTETS), CONTENT]
}

function axios(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Accept: application/json, text/plain, */*',
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    'Authorization: Bearer {token}',
    'User-Agent: axios/1.7.9',
    'Accept-Encoding: gzip, compress, deflate, br',
    'Host: {host}',
    'Connection: keep-alive',
    ...(type === undefined ? [] : ['Transfer-Encoding: chunked']),
  ]
}

const NODE_EDGE = '--------------------------493024557218620017385521'
const NODE_TYPE = `multipart/form-data; boundary=${NODE_EDGE}`

/** The package form-data writes its form in pieces; before version 4.0.4 it did not escape the quotes of a filename. */
function nodePieces(filename: string): readonly (string | typeof CONTENT)[] {
  return [
    part(NODE_EDGE, named('configuration')),
    CONFIGURATION,
    '\r\n',
    part(NODE_EDGE, named('files', filename), ZIP),
    CONTENT,
    `\r\n--${NODE_EDGE}--\r\n`,
  ]
}

function nodeFile(): readonly (string | typeof CONTENT)[] {
  const text = part(NODE_EDGE, named('file', 'page_style.css'), 'Content-Type: text/css')
  return [text, CONTENT, `\r\n--${NODE_EDGE}--\r\n`]
}

function nodeRequest(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Authorization: Bearer {token}',
    'host: {host}',
    ...(type === undefined ? [] : [`content-type: ${type}`, 'content-length: {length}']),
    'Connection: close',
  ]
}

function postman(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Authorization: Bearer {token}',
    'User-Agent: PostmanRuntime/7.43.0',
    'Accept: */*',
    'Cache-Control: no-cache',
    'Postman-Token: 5b0b9f4e-0f0e-4d3c-8a43-1f7a3a5e9c21',
    'Host: {host}',
    'Accept-Encoding: gzip, deflate, br',
    'Connection: keep-alive',
    ...(type === undefined ? [] : [`Content-Type: ${type}`, 'Content-Length: {length}']),
  ]
}

function nodeFetch(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'host: {host}',
    'connection: keep-alive',
    'Authorization: Bearer {token}',
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    'accept: */*',
    'accept-language: *',
    'sec-fetch-mode: cors',
    'user-agent: node',
    'accept-encoding: gzip, deflate',
    ...(type === undefined ? [] : ['content-length: {length}']),
  ]
}

const FETCH_EDGE = '----formdata-undici-030835378551'
const FETCH_TYPE = `multipart/form-data; boundary=${FETCH_EDGE}`
const FETCH_END = `\r\n--${FETCH_EDGE}--\r\n`

/** A web page that an administrator has named, in Chrome. */
function chrome(method: string, target: string, type?: string): string[] {
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: {host}',
    'Connection: keep-alive',
    ...(type === undefined ? [] : ['Content-Length: {length}']),
    'sec-ch-ua-platform: "Linux"',
    'Authorization: Bearer {token}',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Accept: text/html, application/xhtml+xml, */*',
    'sec-ch-ua: "Chromium";v="131", "Not_A Brand";v="24"',
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    'sec-ch-ua-mobile: ?0',
    'Origin: https://tools.example.com',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    'Referer: https://tools.example.com/',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-US,en;q=0.9',
  ]
}

const CHROME_EDGE = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const CHROME_END = `\r\n--${CHROME_EDGE}--\r\n`

/** Clients of the branding REST API, with the bytes that they send. */
export const KNOWN_CLIENTS: readonly KnownClient[] = [
  curlClient('curl -F', curl('8.5.0')),
  curlClient('curl -F that waits for 100 Continue', curl('7.68.0', 'Expect: 100-continue')),
  curlClient(
    'curl -F with the label of another form',
    curl('7.88.1'),
    `application/x-www-form-urlencoded; boundary=${CURL_EDGE}`,
  ),
  {
    name: 'python-requests',
    calls: {
      ...requestsOf(pythonRequests),
      list: {
        head: pythonRequests('GET', `${THEMES}?pagination=count%3D10%26page%3D1%26limit%3D50`),
      },
      create: {
        head: pythonRequests('POST', THEMES, PYTHON_TYPE),
        body: [
          part(PYTHON_EDGE, named('configuration')),
          CONFIGURATION,
          `\r\n${part(PYTHON_EDGE, named('files', 'theme.zip'))}`,
          CONTENT,
          PYTHON_END,
        ],
      },
      replace: {
        head: pythonRequests('PUT', `${THEMES}/{id}`, PYTHON_TYPE),
        body: [
          part(PYTHON_EDGE, named('files', 'theme.zip'), ZIP),
          CONTENT,
          `\r\n${part(PYTHON_EDGE, named('configuration'), 'Content-Type: application/json')}${CONFIGURATION}`,
          PYTHON_END,
        ],
      },
      putFile: {
        head: pythonRequests('PUT', `${THEMES}/{id}/${FILE}`, 'multipart/form-data'),
        body: [part(PYTHON_EDGE, named('file', 'page_style.css')), CONTENT, PYTHON_END],
      },
    },
  },
  {
    name: 'verifyctl',
    calls: {
      ...requestsOf(go),
      list: { head: go('GET', `${THEMES}?pagination=count%3D10%26limit%3D50%26page%3D1`) },
      replace: { head: go('PUT', `${THEMES}/{id}`, 'multipart/form-data'), body: goBody('files')! },
      putFile: { head: go('PUT', `${THEMES}/{id}/${FILE}`, 'multipart/form-data'), body: goBody('file')! },
    },
  },
  {
    name: 'the Go SDK',
    calls: {
      replace: {
        head: go('PUT', `${THEMES}/{id}`, 'multipart/form-data'),
        body: [...goBody('files')!, `\r\n${part(GO_EDGE, named('configuration'))}${CONFIGURATION}`],
      },
      // It encodes the path of a file as one segment.
      putFile: {
        head: go('PUT', `${THEMES}/{id}/${encodeURIComponent(FILE)}`, 'multipart/form-data'),
        body: goBody('file')!,
      },
      getFile: { head: go('GET', `${THEMES}/{id}/${encodeURIComponent(FILE)}`) },
    },
  },
  {
    name: 'axios with form-data',
    calls: {
      ...requestsOf(axios),
      create: { head: axios('POST', THEMES, NODE_TYPE), body: nodePieces('%22Ours.zip%22'), chunked: true },
      replace: {
        head: axios('PUT', `${THEMES}/{id}`, NODE_TYPE),
        body: nodePieces('"Ours.zip"'),
        chunked: true,
      },
      putFile: { head: axios('PUT', `${THEMES}/{id}/${FILE}`, NODE_TYPE), body: nodeFile(), chunked: true },
    },
  },
  {
    name: 'request',
    calls: {
      ...requestsOf(nodeRequest),
      create: { head: nodeRequest('POST', THEMES, NODE_TYPE), body: nodePieces('"Ours.zip"') },
      replace: { head: nodeRequest('PUT', `${THEMES}/{id}`, NODE_TYPE), body: nodePieces('"Ours.zip"') },
      putFile: { head: nodeRequest('PUT', `${THEMES}/{id}/${FILE}`, NODE_TYPE), body: nodeFile() },
    },
  },
  {
    name: 'Postman and newman',
    calls: {
      ...requestsOf(postman),
      create: { head: postman('POST', THEMES, NODE_TYPE), body: nodePieces('theme.zip') },
      replace: { head: postman('PUT', `${THEMES}/{id}`, NODE_TYPE), body: nodePieces('theme.zip') },
      putFile: { head: postman('PUT', `${THEMES}/{id}/${FILE}`, NODE_TYPE), body: nodeFile() },
    },
  },
  {
    name: 'fetch of Node, as in the client for TypeScript',
    calls: {
      ...requestsOf(nodeFetch),
      create: {
        head: nodeFetch('POST', THEMES, FETCH_TYPE),
        body: [
          part(FETCH_EDGE, named('files', 'theme.zip'), ZIP),
          CONTENT,
          `\r\n${part(FETCH_EDGE, named('configuration'))}${CONFIGURATION}`,
          FETCH_END,
        ],
      },
      replace: {
        head: nodeFetch('PUT', `${THEMES}/{id}`, FETCH_TYPE),
        body: [part(FETCH_EDGE, named('files', 'theme.zip'), ZIP), CONTENT, FETCH_END],
      },
      putFile: {
        head: nodeFetch('PUT', `${THEMES}/{id}/${FILE}`, FETCH_TYPE),
        body: [part(FETCH_EDGE, named('file', 'page_style.css'), OCTETS), CONTENT, FETCH_END],
      },
    },
  },
  {
    name: 'a web page of another origin',
    calls: {
      getFile: { head: chrome('GET', `${THEMES}/{id}/${FILE}`) },
      // It sets the content type by hand, and so loses the boundary.
      create: {
        head: chrome('POST', THEMES, 'multipart/form-data'),
        body: [
          part(CHROME_EDGE, named('files', 'blob'), ZIP),
          CONTENT,
          `\r\n${part(CHROME_EDGE, named('configuration'))}${CONFIGURATION}`,
          CHROME_END,
        ],
      },
      replace: {
        head: chrome('PUT', `${THEMES}/{id}`, 'multipart/form-data'),
        body: [
          part(CHROME_EDGE, named('files', 'blob'), ZIP),
          CONTENT,
          `\r\n${part(CHROME_EDGE, named('configuration'))}${CONFIGURATION}`,
          CHROME_END,
        ],
      },
      putFile: {
        head: chrome('PUT', `${THEMES}/{id}/${FILE}`, `multipart/form-data; boundary=${CHROME_EDGE}`),
        body: [part(CHROME_EDGE, named('file', 'any'), OCTETS), CONTENT, CHROME_END],
      },
    },
  },
]
