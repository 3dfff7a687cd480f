// The peer of an answer: Fastify with one route that sends a buffer, or a text, and nothing else.
import Fastify from 'fastify'

const [route = '/', contentType = '', content = '', as = 'buffer'] = process.argv.slice(2)
const bytes = Buffer.from(content, 'base64')
const body = as === 'text' ? bytes.toString() : bytes
const app = Fastify({ logger: false })
app.get(route, async (_, reply) => reply.header('content-type', contentType).send(body))
console.log(`Listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
