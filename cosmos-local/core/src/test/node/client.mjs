// Runs typical requests of the JavaScript SDK against COSMOSLOCAL_ENDPOINT with the key COSMOSLOCAL_KEY.
// Prints one line for each step that succeeds. The process exits with 1 at the first failure.
import assert from "node:assert/strict";
import {
  BulkOperationType,
  ChangeFeedStartFrom,
  CosmosClient,
  PatchOperationType,
  StatusCodes,
} from "@azure/cosmos";

const ITEMS = 60;

const client = new CosmosClient({
  endpoint: process.env.COSMOSLOCAL_ENDPOINT,
  key: process.env.COSMOSLOCAL_KEY,
});
const name = `${process.env.COSMOSLOCAL_DATABASE_PREFIX ?? "node-"}${process.pid}-${Date.now()}`;

async function step(title, action) {
  await action();
  console.log(`ok ${title}`);
}

async function codeOf(promise) {
  try {
    await promise;
  } catch (refused) {
    return refused.code;
  }
  return "none";
}

function posts(container) {
  return Array.from({ length: ITEMS }, (_, n) => ({
    id: `post-${n}`,
    pk: `user-${n % 12}`,
    n,
    even: n % 2 === 0,
    text: `é 😀 ${n}`,
  })).map((post) => container.items.create(post));
}

async function pages(iterator) {
  const sizes = [];
  const items = [];
  while (iterator.hasMoreResults()) {
    const { resources } = await iterator.fetchNext();
    sizes.push(resources?.length ?? 0);
    items.push(...(resources ?? []));
  }
  return { sizes, items };
}

const { database } = await client.databases.createIfNotExists({ id: name });
try {
  const { container } = await database.containers.createIfNotExists({
    id: "posts",
    partitionKey: { paths: ["/pk"], version: 2 },
  });

  await step("create, read, replace, upsert, patch, delete", async () => {
    const created = await container.items.create({ id: "a b+é", pk: "x", v: 1 });
    assert.equal(created.statusCode, 201);
    assert.ok(created.requestCharge > 0);
    assert.equal(await codeOf(container.items.create({ id: "a b+é", pk: "x" })), StatusCodes.Conflict);
    const item = container.item("a b+é", "x");
    assert.equal((await item.read()).resource.v, 1);
    const stale = { accessCondition: { type: "IfMatch", condition: created.etag } };
    assert.equal((await item.replace({ id: "a b+é", pk: "x", v: 2 })).resource.v, 2);
    assert.equal(
      await codeOf(item.replace({ id: "a b+é", pk: "x", v: 3 }, stale)),
      StatusCodes.PreconditionFailed,
    );
    assert.equal((await container.items.upsert({ id: "a b+é", pk: "x", v: 4 })).statusCode, 200);
    const patched = await item.patch([{ op: PatchOperationType.incr, path: "/v", value: 5 }]);
    assert.equal(patched.resource.v, 9);
    assert.equal((await item.delete()).statusCode, 204);
    assert.equal((await item.read()).statusCode, 404);
  });

  await step("items of many partitions", async () => {
    const answers = await Promise.all(posts(container));
    assert.ok(answers.every((answer) => answer.statusCode === 201));
  });

  await step("query of one partition in pages", async () => {
    const iterator = container.items.query(
      { query: "SELECT * FROM c WHERE c.pk = @pk ORDER BY c.n", parameters: [{ name: "@pk", value: "user-3" }] },
      { partitionKey: "user-3", maxItemCount: 2 },
    );
    const { items } = await pages(iterator);
    assert.deepEqual(items.map((item) => item.n), [3, 15, 27, 39, 51]);
  });

  await step("query over all partitions in pages", async () => {
    const iterator = container.items.query("SELECT c.id, c.n FROM c WHERE c.even", { maxItemCount: 7 });
    const { items } = await pages(iterator);
    assert.equal(items.length, ITEMS / 2);
    assert.equal(new Set(items.map((item) => item.id)).size, ITEMS / 2);
  });

  await step("ORDER BY over all partitions in pages", async () => {
    const iterator = container.items.query("SELECT VALUE c.n FROM c ORDER BY c.n DESC", { maxItemCount: 7 });
    const { items } = await pages(iterator);
    assert.deepEqual(items, Array.from({ length: ITEMS }, (_, n) => ITEMS - 1 - n));
  });

  await step("aggregates, GROUP BY, DISTINCT, TOP, OFFSET LIMIT", async () => {
    const all = async (query) => (await container.items.query(query).fetchAll()).resources;
    assert.deepEqual(await all("SELECT VALUE COUNT(1) FROM c"), [ITEMS]);
    assert.deepEqual(await all("SELECT VALUE SUM(c.n) FROM c"), [(ITEMS * (ITEMS - 1)) / 2]);
    const groups = await all("SELECT c.pk, COUNT(1) AS posts FROM c GROUP BY c.pk");
    assert.equal(groups.length, 12);
    assert.ok(groups.every((group) => group.posts === ITEMS / 12));
    assert.equal((await all("SELECT DISTINCT VALUE c.pk FROM c")).length, 12);
    assert.deepEqual(await all("SELECT TOP 2 VALUE c.n FROM c ORDER BY c.n"), [0, 1]);
    assert.deepEqual(await all("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 2"), [5, 6]);
  });

  await step("a malformed query is refused", async () => {
    assert.equal(await codeOf(container.items.query("SELEKT").fetchAll()), StatusCodes.BadRequest);
  });

  await step("all items", async () => {
    const { items } = await pages(container.items.readAll({ maxItemCount: 10 }));
    assert.equal(items.length, ITEMS);
  });

  await step("transactional batch, done or undone as a whole", async () => {
    const create = (id) => ({ operationType: BulkOperationType.Create, resourceBody: { id, pk: "batch" } });
    const done = await container.items.batch([create("one"), create("two")], "batch");
    assert.deepEqual(done.result.map((answer) => answer.statusCode), [201, 201]);
    const undone = await container.items.batch([create("three"), create("one")], "batch");
    assert.deepEqual(undone.result.map((answer) => answer.statusCode), [424, 409]);
    assert.equal((await container.item("three", "batch").read()).statusCode, 404);
  });

  await step("bulk over partitions", async () => {
    const operations = Array.from({ length: 150 }, (_, n) => ({
      operationType: BulkOperationType.Create,
      partitionKey: `bulk-${n % 20}`,
      resourceBody: { id: `bulk-${n}`, pk: `bulk-${n % 20}` },
    }));
    const answers = await container.items.executeBulkOperations(operations);
    assert.equal(answers.length, operations.length);
    assert.ok(answers.every((answer) => answer.response?.statusCode === 201));
  });

  await step("change feed over all partitions, resumed", async () => {
    const read = async (iterator) => {
      const ids = [];
      let token;
      for await (const page of iterator.getAsyncIterator()) {
        token = page.continuationToken;
        if (page.statusCode === StatusCodes.NotModified) {
          break;
        }
        ids.push(...page.result.map((item) => item.id));
      }
      return { ids, token };
    };
    const beginning = ChangeFeedStartFrom.Beginning();
    const first = await read(
      container.items.getChangeFeedIterator({ maxItemCount: 25, changeFeedStartFrom: beginning }),
    );
    assert.equal(new Set(first.ids).size, ITEMS + 2 + 150);
    await container.items.create({ id: "late", pk: "late" });
    const next = await read(
      container.items.getChangeFeedIterator({
        changeFeedStartFrom: ChangeFeedStartFrom.Continuation(first.token),
      }),
    );
    assert.deepEqual(next.ids, ["late"]);
  });

  await step("change feed of one partition key", async () => {
    const iterator = container.items.getChangeFeedIterator({
      changeFeedStartFrom: ChangeFeedStartFrom.Beginning("user-3"),
    });
    const page = await iterator.readNext();
    assert.deepEqual(page.result.map((item) => item.n).sort((a, b) => a - b), [3, 15, 27, 39, 51]);
  });

  await step("hierarchical partition keys", async () => {
    const { container: nested } = await database.containers.createIfNotExists({
      id: "nested",
      partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
    });
    await nested.items.create({ id: "1", tenant: "t", user: "u" });
    assert.equal((await nested.item("1", ["t", "u"]).read()).resource.user, "u");
    const found = await nested.items.query("SELECT * FROM c WHERE c.tenant = 't'").fetchAll();
    assert.equal(found.resources.length, 1);
  });

  await step("stored procedure", async () => {
    const body = `function bump(id, by) {
      var collection = getContext().getCollection();
      var link = collection.getAltLink() + "/docs/" + id;
      if (!collection.readDocument(link, function (failure, item) {
        if (failure) throw failure;
        item.n += by;
        if (!collection.replaceDocument(item._self, item, function (failed, kept) {
          if (failed) throw failed;
          getContext().getResponse().setBody({ n: kept.n });
        })) throw new Error("out of time");
      })) throw new Error("out of time");
    }`;
    await container.scripts.storedProcedures.create({ id: "bump", body });
    const { resource } = await container.scripts.storedProcedure("bump").execute("user-3", ["post-3", 100]);
    assert.deepEqual(resource, { n: 103 });
  });

  await step("metadata: read, list, replace, throughput", async () => {
    assert.ok((await client.getDatabaseAccount()).resource.writableLocations.length > 0);
    const { resources } = await database.containers.readAll().fetchAll();
    assert.deepEqual(resources.map((each) => each.id).sort(), ["nested", "posts"]);
    const { resource } = await container.read();
    await container.replace({ ...resource, defaultTtl: 1000 });
    assert.equal((await container.read()).resource.defaultTtl, 1000);
  });
} finally {
  await database.delete();
}
console.log("done");
